"""A command in a process that is killed on its way."""

import os
import signal


def killed(lines, main, command):
    """Run a command, by its main function, in a process that is killed at so many lines of its journal."""
    child = os.fork()
    if not child:
        try:
            signal.alarm(60)
            left, sync = [lines], os.fsync

            def fsync(file):
                sync(file)
                left[0] -= 1
                if not left[0]:
                    os.kill(os.getpid(), signal.SIGKILL)

            os.fsync = fsync
            main(command)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
