import '../../browser/reading/day-countdown.ts'
import { stepBack } from '../../browser/came-from-site.ts'
import { startChat } from '../chat/page/start.ts'
import { fitTexts } from '../../browser/reading/fit-text.ts'
import { $dialog } from '../../stores/dialog.ts'
import { startReadingPage } from '../reading-page.ts'

startReadingPage()
startChat()
stepBack()

const commentList = document.querySelector<HTMLElement>('.comment-list')
if (commentList) fitTexts(commentList)

document.querySelector('.share-question')?.addEventListener('click', () =>
  $dialog.set({
    name: 'share',
    questionId: commentList!.dataset['questionId']!,
    question: document.getElementById('question')!.textContent,
  }),
)
