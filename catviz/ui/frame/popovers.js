// Tab leads from a button into what it has opened, which stands at the end of the document, and from there on or back
const BUTTON = '[data-testid="stPopoverButton"][aria-expanded="true"]', BODY = '[data-testid="stPopoverBody"]';
const STOPS = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]";
const stop = each => each?.closest("[role=radiogroup]") ?? each;  // choices side by side are one stop

export default function ({ parentElement }) {
    parentElement.listening?.abort();  // what the run before listened to
    parentElement.listening = new AbortController();
    window.addEventListener("keydown", pressed, { signal: parentElement.listening.signal, capture: true });
    return () => parentElement.listening.abort();

    function pressed(event) {
        if (event.key !== "Tab" || event.ctrlKey || event.altKey || event.metaKey) return;
        const button = document.querySelector(BUTTON), body = document.querySelector(BODY), at = document.activeElement;
        if (!button || !body) return;
        // Streamlit takes from its elements that Tab reaches them, while none of them has the focus
        const reached = each => (each.tabIndex >= 0 || each.dataset.tabindex !== undefined) && !each.disabled;
        const stops = [...body.querySelectorAll(STOPS)]
            .filter(each => reached(each) && each.checkVisibility({ visibilityProperty: true }));
        const first = stops[0], last = stops.at(-1);
        if (at === button && first && !event.shiftKey) first.focus();
        else if (stop(at) === stop(first) && event.shiftKey) button.focus();
        else {
            const leaves = at === button || (stop(at) === stop(last) && !event.shiftKey);
            if (leaves) {  // the browser goes on from the button, and what was open covers nothing
                button.focus();
                button.click();
            }
            return;
        }
        event.preventDefault();
    }
}
