'use client'

import { useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** Disabled until it is hydrated: before, a press would load the page again without the text. */
export default function Composer() {
  const [text, setText] = useState('')
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setText('')
      }}
    >
      <textarea
        disabled={!isHydrated}
        maxLength={140}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <span>{text.length}/140</span>
      <button>投稿する</button>
    </form>
  )
}
