import { useEffect, useState } from 'react'
import type { DeskTopic } from '../../../contract/question-desk-schemas.ts'
import { call } from '../../../stores/call.ts'

/** The topics that a question can have; none until they are read. */
export function useTopics(): readonly DeskTopic[] {
  const [topics, setTopics] = useState<readonly DeskTopic[]>([])
  useEffect(() => {
    void call('operator', 'GET /topic', {}).then((result) => {
      if (result.ok) setTopics(result.results)
    })
  }, [])
  return topics
}
