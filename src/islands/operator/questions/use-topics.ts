import { useEffect, useState } from 'react'
import type { DeskTopic } from '../../../contract/question-desk-schemas.ts'
import { authorizedCall } from '../../../stores/session.ts'

/** The topics that a question can have; none until they are read. */
export function useTopics(): readonly DeskTopic[] {
  const [topics, setTopics] = useState<readonly DeskTopic[]>([])
  useEffect(() => {
    void authorizedCall('operator', 'GET /topic', {}).then((result) => {
      if (result.ok) setTopics(result.results)
    })
  }, [])
  return topics
}
