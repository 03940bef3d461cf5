interface Props {
  /** With `|` in place of the number. */
  text: string
  name?: string
  count?: number | undefined
}

/** The number of posts in a language; without a name the number of readers, which the page's script writes. */
export function Tally({ text, name, count }: Props) {
  const [before, after] = text.split('|')
  return (
    <span
      className={name ? 'posts' : 'readers'}
      data-for={name}
      hidden={!name}
      suppressHydrationWarning
    >
      <span suppressHydrationWarning>{before}</span>
      <b data-count={name} suppressHydrationWarning>
        {count ?? ''}
      </b>
      <span suppressHydrationWarning>{after}</span>
    </span>
  )
}
