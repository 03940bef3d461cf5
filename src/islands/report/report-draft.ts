import type { ReportCategory } from '../../domain/moderation.ts'

/** The draft of a report that is not sent yet. */
interface ReportDraft {
  category?: ReportCategory
  words?: string
  reason?: string
  name?: string
  email?: string
}

const keyOf = (commentId: string) => `ReportDraft:${commentId}`

/** The draft of this tab, which also outlives a closed dialog and a reload. */
export function readReportDraft(commentId: string): ReportDraft {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(commentId)) ?? '{}') as ReportDraft
  } catch {
    return {}
  }
}

export function keepReportDraft(commentId: string, draft: ReportDraft): void {
  sessionStorage.setItem(keyOf(commentId), JSON.stringify(draft))
}

export function dropReportDraft(commentId: string): void {
  sessionStorage.removeItem(keyOf(commentId))
}
