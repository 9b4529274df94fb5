import { type Theme, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './style.css';

/** The web tester, as built by `npm run docs` into the folder of static files. */
const Tester = ({ title }: { readonly title: string }) =>
  h('iframe', { class: 'tester', src: withBase('/tester/index.html'), title });
Tester.props = ['title'];

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Tester', Tester);
  },
} satisfies Theme;
