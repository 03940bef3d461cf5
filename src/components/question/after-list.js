// Right behind the comments: one's own stand on the right from the first paint, and a press before the page's script
// has come is kept for it.
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
