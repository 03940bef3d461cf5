import '../../browser/reading/day-countdown.ts'
import { cameFromSite } from '../../browser/came-from-site.ts'
import { startChat } from '../chat/page/start.ts'
import { fitTexts } from '../../browser/reading/fit-text.ts'
import { $dialog } from '../../stores/dialog.ts'
import { startReadingPage } from '../reading-page.ts'

startReadingPage()
startChat()

const commentList = document.querySelector<HTMLElement>('.comment-list')
if (commentList) fitTexts(commentList)

document.querySelector('.share-question')?.addEventListener('click', () =>
  $dialog.set({
    name: 'share',
    questionId: commentList!.dataset['questionId']!,
    question: document.getElementById('question')!.textContent,
  }),
)

// Back links go back in history if the previous page is on this site.
document.addEventListener('click', (event) => {
  const isBack = event.target instanceof Element && event.target.closest('[data-back]')
  if (!isBack || !cameFromSite()) return
  event.preventDefault()
  history.back()
})
