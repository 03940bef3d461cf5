// Runs right after the comments: puts a person's own on the right before the first paint, and remembers an early click
// for the page's script.
;(() => {
  const { dataset } = document.documentElement
  let own = 0
  for (const item of document.querySelectorAll('.comments>li')) {
    if (item.dataset.userId !== dataset.person) continue
    item.dataset.own = ''
    own++
  }
  if (own > 2) dataset.limitReached = ''
  addEventListener('click', ({ target }) => {
    window.earlyPress = target
  })
})()
