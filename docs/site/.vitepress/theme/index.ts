// The usual looks, with the fonts of the reader's system: the page's own ones would be a third of its first load.
export { default } from 'vitepress/theme-without-fonts';
