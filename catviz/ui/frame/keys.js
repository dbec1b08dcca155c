// single keys, while nothing is written or moved with the keyboard and they are not switched off
const WRITTEN = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=grid], [role=slider], [role=listbox], [role=dialog]";
const SEARCH = '[data-testid="stMain"] [data-testid="stTextInput"] input';
const press = selector => document.querySelector(selector)?.click();
const STREAMLITS = ["r", "c"];
const named = name => [...document.querySelectorAll(".st-key-actions button")].find(each => each.textContent.includes(name));

export default function ({ parentElement, data, setTriggerValue }) {
    parentElement.listening?.abort();  // what the run before listened to
    parentElement.listening = new AbortController();
    window.addEventListener("keydown", pressed, { signal: parentElement.listening.signal, capture: true });  // before Streamlit's own
    return () => parentElement.listening.abort();

    function pressed(event) {
        const { key, target } = event;
        if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || target.closest(WRITTEN)) return;
        if (data.off) {
            if (STREAMLITS.includes(key.toLowerCase())) event.stopPropagation();
            return;
        }
        if (key === "p") press(".st-key-present button");
        else if (key === "s") named(data.save)?.click();
        else if (key === "/") (document.querySelector(SEARCH) ?? { focus: () => named(data.search)?.click() }).focus();
        else if (key >= "1" && key <= "9") document.querySelectorAll('[data-testid="stSidebarNavLink"]')[key - 1]?.click();
        else if (key === "?") setTriggerValue("asked", true);
        else return;
        event.preventDefault();
    }
}
