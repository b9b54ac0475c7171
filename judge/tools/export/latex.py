"""Statements as LaTeX, in the part of it that Kattis and BAPCtools read. Pure."""

from collections.abc import Sequence

from markdown_it.token import Token

from judge.tools.export import markdown

ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "|": r"\textbar{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
    }
)
MARKS = {
    "paragraph_close": "\n\n",
    "heading_close": "}\n\n",
    "bullet_list_open": "\\begin{itemize}\n",
    "bullet_list_close": "\\end{itemize}\n\n",
    "ordered_list_open": "\\begin{enumerate}\n",
    "ordered_list_close": "\\end{enumerate}\n\n",
    "list_item_open": "\\item ",
    "blockquote_open": "\\begin{quote}\n",
    "blockquote_close": "\\end{quote}\n\n",
    "em_open": "\\emph{",
    "em_close": "}",
    "strong_open": "\\textbf{",
    "strong_close": "}",
    "softbreak": "\n",
    "hardbreak": "\\\\\n",
    "th_close": " & ",
    "td_close": " & ",
    "tr_close": "\\\\ \\hline\n",
    "table_close": "\\end{tabular}\n\n",
    "sample": "\\nextsample\n\n",
}
LAST_COLUMN = "p{0.6\\textwidth}"  # the only one whose text may be long


def latex(title: str, text: str) -> str:
    """Return a statement, whose samples come from the data and whose pictures are told in words."""
    parts = [f"\\problemname{{{escaped(title)}}}\n\n"]
    tokens = without_samples(markdown.parser().parse(text))
    for number, token in enumerate(tokens):
        if token.type == "table_open":
            types = [one.type for one in tokens[number:]]
            columns = types[: types.index("tr_close")].count("th_open")
            parts.append(f"\\begin{{tabular}}{{{'l' * (columns - 1)}{LAST_COLUMN}}}\n")
        elif token.type == "tr_close":
            parts[-1] = ""  # nothing follows the last cell
        if token.type != "table_open":
            parts.append(written(token))
    return "".join(parts)


def without_samples(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens without the title and the blocks of samples, of which `sample` keeps the place."""
    kept: list[Token] = []
    rest = list(tokens)
    while rest:
        types = [token.type for token in rest[:4]]
        heading = (rest[0].tag, rest[1].content) if types[:2] == ["heading_open", "inline"] else None
        if heading is not None and heading[0] == "h1":
            rest = rest[3:]
        elif types[3:] == ["fence"] and heading in (("h3", "Input"), ("h3", "Output")):
            kept += [Token("sample", "", 0)] if heading == ("h3", "Input") else []
            rest = rest[4:]
        else:
            kept.append(rest.pop(0))
    return kept


def written(token: Token) -> str:
    """Return one token as LaTeX; what has no counterpart is text."""
    match token.type:
        case "inline":
            return "".join(map(written, token.children or ()))
        case "heading_open":
            return "\\section*{" if token.tag == "h2" else "\\subsection*{"
        case "fence" | "code_block":
            return f"\\begin{{verbatim}}\n{token.content}\\end{{verbatim}}\n\n"
        case "code_inline":
            return f"\\texttt{{{escaped(token.content)}}}"
        case "image":
            return f"\\emph{{Picture: {escaped(token.content)}}}"
    return MARKS.get(token.type, escaped(token.content))


def escaped(text: str) -> str:
    """Return text that LaTeX prints as it is."""
    return text.translate(ESCAPES)
