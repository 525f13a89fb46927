/** The page in sight, kept in step with the browser's history. */
import { pageOf, type Page } from "./page";

class Route {
  page: Page = $state.raw({ name: "home" });

  constructor() {
    this.read();
    window.addEventListener("popstate", () => this.read());
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.read();
    window.scrollTo(0, 0);
  }

  private read(): void {
    this.page = pageOf(location.pathname, location.search);
  }
}

export const route = new Route();

/** Plain left clicks on our own links change the page without loading it anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.hash && link.pathname === location.pathname) return;
  if (/^\/(api|docs)(\/|$)/.test(link.pathname)) return; // not pages of ours
  event.preventDefault();
  route.go(link.pathname + link.search + link.hash);
}
