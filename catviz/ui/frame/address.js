// the address shows the choices: each of them is an entry of the history, so that going back takes it back
export default function ({ parentElement, data, setTriggerValue }) {
    const query = data.query ? "?" + data.query : "", known = parentElement.known ??= {};
    known.listening?.abort();  // what the run before listened to
    known.listening = new AbortController();
    window.addEventListener("popstate", left, { signal: known.listening.signal });
    if (known.asked === undefined || known.asked === data.restored) {
        const chosen = known.page === data.page && known.asked === undefined;
        known.asked = undefined;
        if (window.location.search !== query) {
            const write = chosen ? "pushState" : "replaceState";
            window.history[write](window.history.state, "", window.location.pathname + query);
        }
        Object.assign(known, { page: data.page, path: window.location.pathname });
    }
    return () => known.listening.abort();

    // the choices of the entry gone to; another page is opened by Streamlit
    function left() {
        if (window.location.pathname !== known.path) return;
        known.asked = Date.now();
        setTriggerValue("popped", { query: window.location.search.slice(1), at: known.asked });
    }
}
