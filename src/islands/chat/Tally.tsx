interface Props {
  /** `|` marks the number's position. */
  text: string
  name?: string
  count?: number | undefined
}

/** Number of posts in a language; without a name, of readers, filled by the page's script. */
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
      <span data-count={name} suppressHydrationWarning>
        {count ?? ''}
      </span>
      <span suppressHydrationWarning>{after}</span>
    </span>
  )
}
