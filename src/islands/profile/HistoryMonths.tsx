import { questionPath, questionText } from '../../domain/question.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { formatDate } from '../../i18n/dates.ts'
import type { Translate } from '../../i18n/translate.ts'
import { $dialog } from '../../stores/dialog.ts'
import { pageLanguage } from '../../stores/language.ts'
import type { OwnComment } from '../../contract/schemas.ts'
import { PostMenu } from './PostMenu.tsx'

interface Props {
  t: Translate
  posts: OwnComment[]
  onDelete: (commentId: string) => void
}

export function HistoryMonths({ t, posts, onDelete }: Props) {
  return runsOf(posts, monthOf).map((inMonth) => (
    <section key={monthOf(inMonth[0])}>
      <h3>{formatDate(t, 'month_yyyy', postedAt(inMonth[0]))}</h3>
      <AnsweredQuestions t={t} posts={inMonth} onDelete={onDelete} />
    </section>
  ))
}

export function AnsweredQuestions({ t, posts, onDelete }: Props) {
  return (
    <ul className="history-list" role="list">
      {runsOf(posts, ({ question }) => question.questionId).map((answers) => (
        <li key={answers[0].commentId} className="answered">
          <a className="prompt" href={questionPath(answers[0].question.questionId)}>
            {questionText(answers[0].question, pageLanguage())}
          </a>
          <ul role="list">
            {answers.map((post) => (
              <li key={post.commentId} className="answer">
                <p className="text" dir="auto" lang={post.lang}>
                  {post.text}
                </p>
                <PostMenu
                  t={t}
                  onShare={() => share(post)}
                  onDelete={() => onDelete(post.commentId)}
                />
                {post.hidden && (
                  <p className="held">
                    {t(`history.${post.hidden.state}`)} <a href="/notices">{t('history.why')}</a>
                  </p>
                )}
                <time dateTime={new Date(postedAt(post)).toISOString()}>
                  {formatDate(t, 'theme_date', postedAt(post))}{' '}
                  {formatDate(t, 'amPmHhMm', postedAt(post))}
                </time>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function share({ question, text }: OwnComment): void {
  $dialog.set({
    name: 'share',
    questionId: question.questionId,
    question: questionText(question, pageLanguage()),
    answer: text,
  })
}

const postedAt = (post: OwnComment) => post.lastUpdated * 1000
const monthOf = (post: OwnComment) => tokyoDay(postedAt(post)).slice(0, 7)

function runsOf(
  posts: OwnComment[],
  keyOf: (post: OwnComment) => string,
): [OwnComment, ...OwnComment[]][] {
  const runs: [OwnComment, ...OwnComment[]][] = []
  for (const post of posts) {
    const last = runs.at(-1)
    if (last && keyOf(last[0]) === keyOf(post)) last.push(post)
    else runs.push([post])
  }
  return runs
}
