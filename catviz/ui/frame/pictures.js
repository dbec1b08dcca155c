// a figure's camera saves a picture that stands by itself: the answer above it, table and limits around it, and the page's font
const CAMERA = '.modebar-btn[data-title^="Download plot"]', FIGURE = ".js-plotly-plot";
const ANSWER = ".st-key-answer p", WORDS = '[data-testid="stMarkdownContainer"]', CHIP = `[class*="st-key-chips-"] button ${WORDS}`;
const CARD = '[class*="st-key-card-"]', SENTENCE = '[data-testid="stMarkdown"] p', HEADER = ".st-key-header";
const ELEMENT = '[data-testid="stElementContainer"]', CAPTION = '[data-testid="stCaptionContainer"]';
const BLOCK = '[data-testid="stVerticalBlock"], [data-testid="stLayoutWrapper"]';
const CALLS = /\bClick[^.]*\.\s*/g;  // what a picture cannot do
const WIDE = 1920, NARROW = 640;  // pixels of a picture, and those of the screen that it shows at least
const TITLE = { size: 20, line: 26, letter: 9.8 }, SMALL = { size: 13, line: 18, letter: 6.6 }, EDGE = 12;
const ORIGINAL = 24;  // pixels that a figure's own title has, which stands among the words above then
const CHANGED = ["title", "margin", "annotations", "paper_bgcolor", "legend"];
const ASKED = "catviz-picture";

export default function ({ parentElement, data }) {
    parentElement.listening?.abort();  // what the run before listened to
    parentElement.listening = new AbortController();
    const heard = { signal: parentElement.listening.signal, capture: true };
    let asked = null;
    document.addEventListener("click", pressed, heard);
    window.addEventListener(ASKED, ({ detail }) => {
        const figure = document.querySelector(`.st-key-${detail.key} ${FIGURE}`);
        asked = detail.format;
        figure?.addEventListener("click", event => event.stopPropagation(), { once: true });  // it closes no popover
        figure?.querySelector(CAMERA)?.click();
        asked = null;
    }, heard);
    return () => parentElement.listening.abort();

    function pressed(event) {
        const camera = event.target.closest?.(CAMERA), file = event.target.closest?.("a[download]");
        const wanted = parentElement.wanted;  // a run may come between the camera and its file
        if (camera) {
            parentElement.wanted = dress(camera.closest(FIGURE));
        } else if (wanted && file?.download === `${wanted.name}.svg`) {
            event.preventDefault();
            event.stopImmediatePropagation();
            save(file.href, wanted);
            parentElement.wanted = null;
        }
    }

    // Plotly copies a figure's layout as soon as its camera is pressed: until then it has what stands around the picture
    function dress(figure) {
        const { layout, _fullLayout: full, _context: context } = figure, { l, r, t, b } = full._size;
        const size = data.size, width = size.width ?? Math.max(full.width, size.scale ? 0 : NARROW);
        const { title, question, below } = words(figure), original = full.title?.text && layout.title?.text;
        const color = full.font.color, family = full.font.family;
        const small = text => `<span style="font-size:${SMALL.size}px;font-weight:normal">${text}</span>`;
        const further = [plain(question), original, plain(data.about)].filter(Boolean);
        const head = [...lines(plain(title), width, TITLE).map(line => `<b>${line}</b>`),
            ...further.flatMap(text => lines(text, width, SMALL)).map(small)];
        const foot = [caption(figure), below.join(" · ")].flatMap(text => lines(plain(text), width, SMALL)), above = (head.length + 0.5) * TITLE.line - (original ? ORIGINAL : 0), under = foot.length * SMALL.line + 2 * EDGE;
        const options = context.toImageButtonOptions, height = size.height ?? full.height + above + under;
        const before = Object.fromEntries(CHANGED.map(name => [name, layout[name]]));
        layout.paper_bgcolor = getComputedStyle(document.querySelector('[data-testid="stApp"]')).backgroundColor;
        layout.title = { text: head.join("<br>"), x: 0, xref: "container", xanchor: "left", y: 1, yref: "container", yanchor: "top",
            pad: { l: EDGE, t: EDGE + TITLE.size / 2 }, font: { size: TITLE.size, color, family } };
        layout.margin = { ...layout.margin, l, r, t: t + above, b: b + under };
        layout.annotations = [...(layout.annotations ?? []), { text: foot.join("<br>"), xref: "paper", yref: "paper", x: 0, y: 0,
            xanchor: "left", yanchor: "top", align: "left", xshift: EDGE - l, yshift: -b - EDGE, showarrow: false, font: { size: SMALL.size, color, family } }];
        if (full.legend?.yref === "container") {  // between the words
            layout.legend = { ...layout.legend, y: full.legend.y < 0.5 ? full.legend.y + under / height : full.legend.y - above / height };
        }
        context.toImageButtonOptions = { ...options, format: "svg", width, height, scale: 1 };
        setTimeout(() => {
            for (const name of CHANGED) {
                if (before[name] === undefined) delete layout[name];
                else layout[name] = before[name];
            }
            context.toImageButtonOptions = options;
        });
        const scale = size.scale ?? WIDE / width;
        return { name: options.filename, format: asked ?? size.format, width: Math.round(width * scale), height: Math.round(height * scale), family };
    }

    // what is said right below a figure: what its colours and sizes mean
    function caption(figure) {
        let block = figure.closest(ELEMENT);
        while (!block.nextElementSibling && block.parentElement.matches(BLOCK)) block = block.parentElement;
        let next = block.nextElementSibling;
        while (next && !next.textContent.trim()) next = next.nextElementSibling;
        const said = next?.matches(ELEMENT) && next.querySelector(CAPTION);
        return said ? said.textContent.trim().replace(CALLS, "") : "";
    }

    // a card has a sentence of its own
    function words(figure) {
        const card = figure.closest(CARD), text = each => each.textContent.trim();
        const said = card ? [...card.querySelectorAll(SENTENCE)].at(-1) : document.querySelector(ANSWER);
        const answer = said && text(said) !== data.instruction ? said : document.querySelector("h1");
        const table = data.about ? [...document.querySelectorAll(`${HEADER} ${CHIP}`)] : [];
        const own = [...(card ?? document).querySelectorAll(CHIP)].filter(each => !each.closest(HEADER) && (card || !each.closest(CARD)));
        const question = card ? text(card.querySelector(`button ${WORDS}`)) : "";
        return { title: answer ? text(answer) : "", question, below: [...table, ...own].map(text) };
    }
}

function lines(text, width, { letter }) {
    const most = Math.max(20, Math.floor((width - 2 * EDGE) / letter)), out = [""];
    for (const word of text.split(/[ \t\n]+/)) {  // what is tied by other spaces stays together
        if (out.at(-1) && out.at(-1).length + word.length >= most) out.push(word);
        else out[out.length - 1] += (out.at(-1) && " ") + word;
    }
    return out.filter(Boolean);
}

// words of the page as words: Plotly reads tags
function plain(text) {
    return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}

async function save(address, { name, format, width, height, family }) {
    const svg = new DOMParser().parseFromString(await (await fetch(address)).text(), "image/svg+xml"), root = svg.documentElement;
    root.setAttribute("width", width);
    root.setAttribute("height", height);
    const style = root.insertBefore(svg.createElementNS(root.namespaceURI, "style"), root.firstChild);
    style.textContent = await fonts(family);
    const drawn = new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" });
    offer(format === "svg" ? drawn : await bitmap(drawn, width, height), `${name}.${format}`);
}

async function bitmap(svg, width, height) {
    const image = new Image(), address = URL.createObjectURL(svg);
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.getContext("2d").drawImage(image, 0, 0, width, height);
    URL.revokeObjectURL(address);
    return new Promise(done => canvas.toBlob(done, "image/png"));
}

// the page's own font, as the picture may be shown where it is not installed
async function fonts(family) {
    const first = family.split(",")[0].replaceAll('"', "").trim(), faces = [];
    for (const sheet of document.styleSheets) {
        for (const rule of sheet.cssRules) {
            if (rule instanceof CSSFontFaceRule && rule.style.getPropertyValue("font-family").replaceAll('"', "") === first) faces.push([rule, sheet]);
        }
    }
    const upright = faces.filter(([{ style }]) => !/italic/.test(style.getPropertyValue("font-style")));
    return (await Promise.all(upright.map(embedded))).join("");
}

async function embedded([{ style }, sheet]) {
    const file = style.getPropertyValue("src").match(/url\("?([^")]+)/)?.[1];
    if (!file) return "";
    const blob = await (await fetch(new URL(file, sheet.href ?? document.baseURI))).blob();
    const address = await new Promise(done => Object.assign(new FileReader(), { onload: ({ target }) => done(target.result) }).readAsDataURL(blob));
    const weight = style.getPropertyValue("font-weight") || "normal";
    return `@font-face{font-family:${style.getPropertyValue("font-family")};font-weight:${weight};src:url(${address})}`;
}

function offer(blob, name) {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
