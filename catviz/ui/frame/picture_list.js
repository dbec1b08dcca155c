// a line for each figure: a button presses its camera
export default function ({ parentElement, data }) {
    parentElement.querySelector("ul").replaceChildren(...data.figures.map(({ key, name }) => {
        const line = document.createElement("li"), words = document.createElement("span");
        words.textContent = name;
        line.append(words, ...data.formats.map(format => {
            const button = document.createElement("button");
            Object.assign(button, { type: "button", textContent: format, ariaLabel: `${format}: ${name}` });
            button.onclick = () => window.dispatchEvent(new CustomEvent("catviz-picture", { detail: { key, format: format.toLowerCase() } }));
            return button;
        }));
        return line;
    }));
}
