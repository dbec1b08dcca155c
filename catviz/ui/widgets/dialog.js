// Escape closes a dialog wherever the focus is: a button that was disabled while it worked has lost it to the page.
// What is being written is left first, so that it is kept.
export default function () {
    const leave = (event) => {
        const dialog = document.querySelector('[role="dialog"]');
        if (event.key !== "Escape" || !dialog) return;
        const active = document.activeElement;
        if (dialog.contains(active)) {
            if (active.matches("input, textarea")) {
                active.blur();
                dialog.focus();
            }
        } else if (!active || active === document.body) {
            dialog.querySelector('button[aria-label="Close"]')?.click();
        }
    };
    document.addEventListener("keydown", leave, true);
    return () => document.removeEventListener("keydown", leave, true);
}
