import { showLoadFailure } from '../../browser/dialogs/load-failure.ts'
import { answersOf } from '../../domain/answers.ts'
import { partsByMatch } from '../../domain/search-text.ts'
import { questionPath, questionText } from '../../domain/question.ts'
import { formatDate } from '../../i18n/dates.ts'
import { t } from '../../i18n/translate.ts'
import { $dialog } from '../../stores/dialog.ts'
import { pageLanguage } from '../../stores/language.ts'
import type { OwnComment } from '../../contract/schemas.ts'
import { Menu } from '../ui/Menu.tsx'

interface Props {
  posts: readonly OwnComment[]
  /** Marked in the texts. */
  search?: string
  onDelete: (commentId: string) => void
}

/**
 * The person's answers, newest question first; those of one question as they were written.
 * @param posts newest first
 */
export function Answers({ posts, search = '', onDelete }: Props) {
  return (
    <ul className="history-list" role="list">
      {answersOf(posts).map((answer) => (
        <li key={answer[0].commentId} className="answered">
          <h3>{formatDate(t, 'theme_date', postedAt(answer[0]))}</h3>
          <a className="prompt" href={questionPath(answer[0].question.questionId)}>
            {marked(questionText(answer[0].question, pageLanguage()), search)}
          </a>
          <ul role="list">
            {answer.map((post) => (
              <Post key={post.commentId} {...{ post, search, onDelete }} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

interface PostProps extends Pick<Props, 'onDelete'> {
  post: OwnComment
  search: string
}

const dots = (
  <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
    <circle cx="4" cy="10" r="1.5" />
    <circle cx="10" cy="10" r="1.5" />
    <circle cx="16" cy="10" r="1.5" />
  </svg>
)

const marked = (text: string, search: string) =>
  partsByMatch(text, search).map((part, index) =>
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  )

function Post({ post, search, onDelete }: PostProps) {
  return (
    <li className="answer">
      <p className="text" dir="auto" lang={post.lang}>
        {marked(post.text, search)}
      </p>
      {post.hidden && (
        <p className="held">
          {t(`history.${post.hidden.state}`)} <a href="/notices">{t('history.why')}</a>
        </p>
      )}
      <time dateTime={post.lastUpdatedDate}>{formatDate(t, 'amPmHhMm', postedAt(post))}</time>
      <Menu className="history-menu" label={t('commentList.menu')} icon={dots}>
        {(entry) => (
          <div>
            {entry(t('history.edit'), () => notify(t('history.noEdit'), 'page-notice plain'))}
            {!post.hidden && entry(t('share.answer'), () => share(post))}
            {entry(t('commentList.delete'), () => onDelete(post.commentId), 'danger')}
          </div>
        )}
      </Menu>
    </li>
  )
}

/** Shows a notice of the page, whose script loads on demand. */
export function notify(text: string, className?: string): void {
  import('../../browser/every-page/show-notice.ts').then(
    (script) => script.showNotice(text, className),
    showLoadFailure,
  )
}

function share({ question, text, commentId, lastUpdatedDate }: OwnComment): void {
  $dialog.set({
    name: 'share',
    questionId: question.questionId,
    question: questionText(question, pageLanguage()),
    date: lastUpdatedDate,
    answer: text,
    commentId,
  })
}

const postedAt = (post: OwnComment) => post.lastUpdated * 1000
