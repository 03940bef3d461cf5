// Runs right after the comments: puts a person's own on the right before the first paint, and remembers an early click
// for the page's script.
{
  const { dataset } = document.documentElement
  const own = document.querySelectorAll(`[data-user-id="${dataset.person}"]`)
  for (const item of own) item.dataset.own = ''
  if (own[2]) dataset.limitReached = ''
  addEventListener('click', (event) => {
    window.earlyPress = event.target
  })
}
