// Forms can be sent before their island has loaded: `first-paint.js` holds the press.
for (const button of document.querySelectorAll('form[data-waiting] [type="submit"][data-waiting]'))
  button.disabled = false
// `browser/typed-text.ts` loads later, and must not overwrite edited fields.
addEventListener('input', ({ target, isTrusted }) => (target.isEdited ||= isTrusted))
