import type { Page } from './page';

// Links to all pages, in groups that unfold below the bar, one at a time.

/** Pages about one subject. */
export interface PageGroup {
    readonly title: string;
    readonly pages: readonly Page[];
}

export class Navigation {
    /**
     * @param element - Where the groups stand.
     * @param groups - All groups.
     * @param open - Opens a page by its name.
     */
    constructor(private readonly element: HTMLElement, private readonly groups: readonly PageGroup[], private readonly open: (name: string) => void) {
        // a press anywhere else, and Escape, fold the group
        document.addEventListener('pointerdown', ({ target }) => this.fold(target as Node));
        element.addEventListener('keydown', ({ key }) => {
            if (key === 'Escape') this.fold(null);
        });
    }

    /** Marks a page and its group as shown; all groups are folded. */
    show(page: Page) {
        this.element.replaceChildren(...this.groups.map(group => this.makeGroup(group, page)));
    }

    private makeGroup({ title, pages }: PageGroup, shown: Page): HTMLElement {
        const group = document.createElement('details');
        // a browser unfolds one of those with the same name
        group.name = 'pages';
        const summary = document.createElement('summary');
        summary.textContent = title;
        if (pages.includes(shown)) summary.setAttribute('aria-current', 'true');
        const list = document.createElement('div');
        list.append(...pages.map(page => this.makeLink(page, page === shown)));
        group.append(summary, list);
        return group;
    }

    private makeLink({ name, title }: Page, isShown: boolean): HTMLElement {
        const link = document.createElement('a');
        link.href = `?page=${name}`;
        link.textContent = title;
        if (isShown) link.setAttribute('aria-current', 'page');
        link.addEventListener('click', (event) => {
            event.preventDefault();
            this.open(name);
        });
        return link;
    }

    private fold(except: Node | null) {
        for (const group of this.element.querySelectorAll('details')) if (!group.contains(except)) group.open = false;
    }
}
