import { type Theme, useData, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineComponent, h, ref, watch } from 'vue';
import './style.css';

/** The web tester, as built by `npm run docs` into the folder of static files, in the theme of the site. */
const Tester = defineComponent({
  props: { title: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const frame = ref<HTMLIFrameElement>();
    const applyTheme = () => {
      const root = frame.value?.contentDocument?.documentElement;
      if (root) root.style.colorScheme = isDark.value ? 'dark' : 'light';
    };
    watch(isDark, applyTheme);
    const src = withBase('/tester/index.html');
    return () => h('iframe', { ref: frame, class: 'tester', src, title: props.title, onLoad: applyTheme });
  },
});

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Tester', Tester);
  },
} satisfies Theme;
