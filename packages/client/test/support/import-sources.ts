/** Lets a plain Node run the sources: they import each other as the `.js` that they will be compiled to. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => {
    const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts') === true;
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
