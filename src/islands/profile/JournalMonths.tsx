import { writtenLanguage } from '../../domain/language.ts'
import { questionPath, questionText } from '../../domain/question.ts'
import { tokyoDay } from '../../domain/question-day.ts'
import { formatDate } from '../../i18n/dates.ts'
import type { Translate } from '../../i18n/translate.ts'
import { pageLanguage } from '../../stores/language.ts'
import type { OwnPost } from '../../browser/profile/load-journal.ts'
import { PostMenu } from './PostMenu.tsx'

interface Props {
  t: Translate
  posts: OwnPost[]
  onDelete: (commentId: string) => void
}

/** Posts in the order given, under a heading for each month in Asia/Tokyo. */
export function JournalMonths({ t, posts, onDelete }: Props) {
  return byMonth(posts).map(({ month, posts }) => (
    <section key={month}>
      <h3>{formatDate(t, 'month_yyyy', postedAt(posts[0]!))}</h3>
      <ul className="journal-list" role="list">
        {posts.map((post) => (
          <li key={post.commentId}>
            <a className="prompt" href={questionPath(post.question.questionId)}>
              {questionText(post.question, pageLanguage())}
            </a>
            <PostMenu t={t} onDelete={() => onDelete(post.commentId)} />
            <p className="text" dir="auto" lang={writtenLanguage(post.text)}>
              {post.text}
            </p>
            <time dateTime={new Date(postedAt(post)).toISOString()}>
              {formatDate(t, 'theme_date', postedAt(post))}{' '}
              {formatDate(t, 'amPmHhMm', postedAt(post))}
            </time>
          </li>
        ))}
      </ul>
    </section>
  ))
}

const postedAt = (post: OwnPost) => post.lastUpdated * 1000

function byMonth(posts: OwnPost[]): { month: string; posts: OwnPost[] }[] {
  const months: { month: string; posts: OwnPost[] }[] = []
  for (const post of posts) {
    const month = tokyoDay(postedAt(post)).slice(0, 7)
    if (months.at(-1)?.month === month) months.at(-1)?.posts.push(post)
    else months.push({ month, posts: [post] })
  }
  return months
}
