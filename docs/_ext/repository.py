"""What makes the repository's own Markdown a site: links that leave the pages, names of the C++ reference, and a page for
every public header."""

import re
from pathlib import Path, PurePosixPath

from breathe import parser
from breathe.renderer.sphinxrenderer import SphinxRenderer
from header_group import group_of
from sphinx.util import logging

LINK = re.compile(r"\[([^\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")
FENCE = re.compile(r"(^ *```.*?^ *```)", re.MULTILINE | re.DOTALL)
# A section of the reference whose title is a header shows that header below its text. Doxygen's links take its name.
HEADER_SECTION = re.compile(r"^## `gpu_bigint/(\S+)`\n(.*?)(?=^\(\S+\)=\n## |^## |\Z)", re.MULTILINE | re.DOTALL)
GROUP = "```{{doxygengroup}} {}\n:content-only:\n:members:\n```\n"
# On no page: macros, what the value type's own header includes, and headers that only include others.
WITHOUT_PAGE = {"all_header", "device_header", "export_header", "host_words_header", "number_theory_header", "operands_header"}
# Pages below a page, for documents that must read well without a site.
PAGES_BELOW = {"docs/decisions/README": "0*"}
# Pages of the start page's table of contents that need what this build may lack: a program, an importable module.
OPTIONAL_PAGES = ("gbi", "python_reference")
START = {"README.md": "docs/index.md"}

logger = logging.getLogger(__name__)


def target_on_site(root, pages, folder, target):
    """Where a link goes on the site, as a path from the root; None if it is plain text there."""
    path = (root / folder / target).resolve()
    if not path.is_relative_to(root):
        return None
    if path.is_dir():
        path = path / "README.md"
    name = path.relative_to(root).as_posix()
    name = START.get(name, name)
    is_there = name.removesuffix(".md") in pages if name.endswith(".md") else (root / name).is_file()
    return name if is_there else None


def shown_headers(page):
    """A page of the reference with what its sections show."""
    def whole(section):
        header, text = section.groups()
        label = PurePosixPath(header).name.replace("_", "__").replace(".", "_8")
        return f"({label})=\n## `gpu_bigint/{header}`\n{text.rstrip()}\n\n{GROUP.format(group_of(header))}\n"

    return HEADER_SECTION.sub(whole, page)


def rewrite(app, docname, source):
    """Links to folders become links to their README, those to the README at the root go to the start page. A folder
    without a README is no page: its link becomes its text. Other files are offered as downloads by MyST."""
    root, folder = Path(app.srcdir), PurePosixPath(docname).parent

    def rewritten(match):
        text, target, anchor = match.groups()
        found = target_on_site(root, app.env.found_docs, folder, target)
        if found is None:
            return text
        return f"[{text}](/{found}{anchor or ''})"

    if folder == PurePosixPath("docs/api"):
        source[0] = shown_headers(source[0])
    parts = FENCE.split(source[0])
    source[0] = "".join(part if index % 2 else LINK.sub(rewritten, part) for index, part in enumerate(parts))
    for page in OPTIONAL_PAGES if docname == app.config.root_doc else ():
        if f"docs/{page}" not in app.env.found_docs:
            source[0] = source[0].replace(f"\n{page}\n", "\n")
    if docname in PAGES_BELOW:
        source[0] += f"\n```{{toctree}}\n:hidden:\n:glob:\n\n{PAGES_BELOW[docname]}\n```\n"


def check_headers(app):
    """Warns of public headers that no page shows."""
    root = Path(app.srcdir)
    folder = root / "include" / "gpu_bigint"
    headers = {group_of(path.relative_to(folder)): path for ending in ("h", "hpp", "cuh") for path in folder.rglob(f"*.{ending}")}
    pages = [shown_headers(page.read_text()) for page in (root / "docs" / "api").glob("*.md")]
    shown = {name for page in pages for name in re.findall(r"doxygengroup\} (\S+)", page)}
    for name in sorted(headers.keys() - shown - WITHOUT_PAGE):
        logger.warning("docs/api: no page shows %s", headers[name])


def get_qualification(renderer, of_breathe=SphinxRenderer.get_qualification):
    """The namespace of what is being rendered. Breathe takes it from the compound that a member was found in; for a group,
    which has none, Doxygen's own qualified name tells."""
    names = of_breathe(renderer)
    node = renderer.qualification_stack[0]
    if not names and renderer.nesting_level == 0 and isinstance(node, parser.Node_memberdefType) and node.qualifiedname:
        return node.qualifiedname.split("::")[:-1]
    return names


def setup(app):
    SphinxRenderer.get_qualification = get_qualification
    app.connect("source-read", rewrite)
    app.connect("builder-inited", check_headers)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
