/** Lets plain Node.js run the sources, which import each other with the extension `.js`. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => {
    const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts') === true;
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
