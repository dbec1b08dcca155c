const WAIT = 300;  // a key held down moves a value many places, and one message is enough

export default function ({ data, parentElement, setStateValue }) {
    const list = parentElement.querySelector("ol");
    const said = parentElement.querySelector(".said");
    if (list.dataset.stamp === data.stamp) return;
    list.dataset.stamp = data.stamp;
    list.setAttribute("aria-label", data.label);
    const items = data.values.map(item);
    list.replaceChildren(...items);
    let timer = null, sent = order().join("\u0000");
    number();
    tabStop(buttons()[0]);

    function item(value) {
        const li = document.createElement("li"), button = document.createElement("button");
        const place = document.createElement("span"), dot = document.createElement("span");
        const name = document.createElement("span");
        place.className = "place"; dot.className = "dot"; name.className = "name";
        dot.style.width = dot.style.height = value.size + "px";
        name.textContent = value.label;
        button.type = "button";
        button.title = value.title;
        button.dataset.id = value.id;
        button.dataset.name = value.label;
        button.append(place, dot, name);
        button.onkeydown = pressed;
        button.onpointerdown = grabbed;
        button.onfocus = () => tabStop(button);
        button.onblur = left;
        li.append(button);
        return li;
    }
    function buttons() { return [...list.querySelectorAll("button")]; }
    function order() { return buttons().map(b => Number(b.dataset.id)); }
    function tabStop(button) { buttons().forEach(b => { b.tabIndex = b === button ? 0 : -1; }); }
    function number() {
        const all = buttons();
        all.forEach((b, i) => {
            b.querySelector(".place").textContent = i + 1;
            b.setAttribute("aria-label", `${b.dataset.name}, place ${i + 1} of ${all.length}`);
        });
    }
    function send() {
        clearTimeout(timer);
        const now = order();
        if (now.join("\u0000") === sent) return;
        sent = now.join("\u0000");
        setStateValue("order", now);
    }
    function tell(after) {
        clearTimeout(timer);
        timer = setTimeout(send, after);
    }
    function left(event) {  // for another button, which is to find the order as it is
        if (event.relatedTarget && !list.contains(event.relatedTarget)) send();
    }
    function move(button, to) {
        const all = [...list.children], li = button.parentElement, from = all.indexOf(li);
        to = Math.max(0, Math.min(all.length - 1, to));
        if (to === from) return false;
        list.insertBefore(li, to < from ? all[to] : all[to].nextSibling);
        number();
        return true;
    }
    function pressed(event) {
        const button = event.currentTarget, all = buttons(), at = all.indexOf(button), last = all.length - 1;
        const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: last }[
            event.key
        ];
        if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        if (!event.shiftKey) {
            all[Math.max(0, Math.min(last, to))].focus();
        } else if (move(button, to)) {
            button.focus();
            said.textContent = button.getAttribute("aria-label");
            tell(WAIT);
        }
    }
    function grabbed(event) {
        if (event.button !== 0) return;
        const button = event.currentTarget, before = [...list.children];
        button.focus();
        button.classList.add("held");
        list.setPointerCapture(event.pointerId);  // the value itself would lose it, being taken out and put back
        list.onpointermove = moved => {
            const under = buttons().find(b => {
                const box = b.getBoundingClientRect();
                return moved.clientX >= box.left && moved.clientX <= box.right
                    && moved.clientY >= box.top && moved.clientY <= box.bottom;
            });
            if (!under || under === button) return;
            const box = under.getBoundingClientRect(), all = buttons();
            const from = all.indexOf(button), to = all.indexOf(under), own = button.getBoundingClientRect();
            // a wide neighbour is passed at its middle, or the two would change places back and forth
            const passed = own.top === box.top
                ? (to > from ? moved.clientX > box.right - own.width : moved.clientX < box.left + own.width)
                : true;
            if (passed) move(button, to);
        };
        const drop = () => {
            list.onpointermove = list.onpointerup = list.onpointercancel = null;
            button.classList.remove("held");
            parentElement.removeEventListener("keydown", escape, true);
        };
        const escape = key => {
            if (key.key !== "Escape") return;
            drop();
            list.replaceChildren(...before);
            number();
        };
        parentElement.addEventListener("keydown", escape, true);
        list.onpointerup = () => {
            drop();
            button.focus();
            said.textContent = button.getAttribute("aria-label");
            tell(0);
        };
        list.onpointercancel = () => { drop(); list.replaceChildren(...before); number(); };
    }
}
