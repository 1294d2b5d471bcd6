"""Sphinx's configuration of the documentation. `.ci/documentation.sh FOLDER` builds it.

The source folder is the root of the repository, so that a link between two documents means the same on the site and on
a page that shows the repository. Doxygen has written its XML to GPU_BIGINT_DOXYGEN_XML before.
"""

import importlib.util
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "docs" / "_ext"))

project = "gpu_bigint"
author = "The gpu_bigint developers"
project_copyright = "the gpu_bigint developers"
version = release = re.search(r"project\(gpu_bigint VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]

extensions = ["breathe", "myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton", "sphinx_design", "repository"]
root_doc = "docs/index"
include_patterns = ["docs/**", "bench/**", "examples/**", "kernels/README.md", "packaging/README.md", "python/README.md",
                    "tests/README.md", "CHANGELOG.md", "CONTRIBUTING.md",
                    "SECURITY.md"]
# README.md says the same as the start page.
exclude_patterns = ["build*", "docs/_*", "docs/requirements.txt"]
# The Python reference is made from the installed module.
if importlib.util.find_spec("gpu_bigint") is None:
    exclude_patterns.append("docs/python_reference.md")
nitpicky = True

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

breathe_projects = {"gpu_bigint": os.environ["GPU_BIGINT_DOXYGEN_XML"]}
breathe_default_project = "gpu_bigint"
breathe_default_members = ("members",)
breathe_separate_member_pages = False
primary_domain = "cpp"
highlight_language = "none"

html_theme = "furo"
html_title = f"gpu_bigint {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
templates_path = ["_templates"]
# The start page lies in docs/; a server is asked for index.html.
html_additional_pages = {"index": "to_docs.html"}
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1b5e8c", "color-brand-content": "#1b5e8c"},
    "dark_css_variables": {"color-brand-primary": "#76b9e6", "color-brand-content": "#76b9e6"},
}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# "\\throws as multiply()" has no exception of that name. Types of other libraries have no page here.
nitpick_ignore_regex = [
    (r"cpp:identifier", r"as|GBI_VERSION|gbi|gbi::literals|_gbi|detail(::.*)?|std(::.*)?|boost(::.*)?|gmp.*|__gmp.*|mpz_\w+|MPI_\w+|u?int\d+_t|size_t"),
    (r"cpp:identifier", r"gbi::device|(device|kernels|base|body|team_type|Team|Arithmetic)(::.*)?"),
    (r"py:.*", r"(collections|typing|types|numpy)\..*|gpu_bigint\._core\..*"),
]
# A constexpr function may be declared in its class and defined behind it.
suppress_warnings = ["duplicate_declaration.cpp"]
