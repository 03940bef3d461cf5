import './style.css'

export const metadata = { title: '今日のお題' }

export default function Layout({ children }) {
  return (
    <html lang="ja">
      <body>{children}</body>
    </html>
  )
}
