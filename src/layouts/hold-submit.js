// A form can be sent before its island has loaded: the press is kept, and `use-form.ts` sends the form then.
for (const button of document.querySelectorAll('form[data-waiting] [type="submit"][data-waiting]'))
  button.disabled = false
// `browser/typed-text.ts` comes later, and overwrites nothing that was typed before it.
addEventListener('input', ({ target, isTrusted }) => (target.isEdited ||= isTrusted))
addEventListener(
  'submit',
  (event) => {
    const form = event.target
    if (!form.matches('form[data-waiting]')) return
    event.preventDefault()
    form.dataset.pressed = ''
    event.submitter?.setAttribute('aria-busy', 'true')
  },
  true,
)
