import Link from 'next/link'
import Composer from './composer.jsx'
import posts from './posts.json'

// Rendered for each request, as with a database.
export const dynamic = 'force-dynamic'

const time = (at) => new Date(at).toISOString().slice(11, 16)

export default function Page() {
  return (
    <>
      <nav>
        <Link href="/">今日のお題</Link>
      </nav>
      <main>
        <h1>今日、あなたを少し幸せにした小さなことは何ですか？</h1>
        <ol>
          {posts.map(({ user, text, at }) => (
            <li key={user}>
              <b>{user}</b> <time>{time(at)}</time>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <Composer />
      </main>
    </>
  )
}
