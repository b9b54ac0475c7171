"""The command `site`: make pages to study the problems."""

from functools import partial

from judge.authoring import facts
from judge.command_line import options as shared
from judge.core.errors import InputError

PORT = 8000


def add_options(add: shared.Add) -> None:
    shared.add_machine(add, "cases judged")
    shared.add_again(add)
    shared.add_anyway(add)
    add("--out", type=shared.new_folder, required=True, metavar="DIR", help="the folder for the pages")
    about = "a node_modules folder with the packages that pages would load from a CDN"
    add("--assets", type=shared.folder, metavar="DIR", help=about)
    port = partial(shared.integer, least=0, most=65535)  # 0 is any that is free
    about = f"serve the pages on this machine only, and rebuild at every save (default port: {PORT})"
    add("--serve", type=port, nargs="?", const=PORT, metavar="PORT", help=about)


def main(options: shared.Options) -> int:
    """Write the pages, and serve them with --serve."""
    try:
        from judge.site import build, serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("judge"):
            raise
        hint = "install the extra, as in pip install -e '.[site]'"
        raise InputError(f"site needs the package '{error.name}', which is missing; {hint}") from None
    repository, settings, screen = options.prepared()

    def build_once(anyway: bool = True) -> int:
        out, assets, again = options.out, options.assets, options.command_to_judge
        with facts.opened(settings, repository.root, screen, options.again) as judge:
            return build.build(judge, options.repository(), out, assets, again, anyway)

    if options.serve is None:
        return build_once(options.anyway)
    return serve.serve(repository.root, options.out, options.serve, build_once)
