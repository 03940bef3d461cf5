// A form can be sent before its island has loaded: `first-paint.js` holds the press.
for (const button of document.querySelectorAll('form[data-waiting] [type="submit"][data-waiting]'))
  button.disabled = false
// `browser/typed-text.ts` comes later, and overwrites nothing that was typed before it.
addEventListener('input', ({ target, isTrusted }) => (target.isEdited ||= isTrusted))
