import type { ReportCategory } from '../../domain/moderation.ts'

interface ReportDraft {
  category?: ReportCategory
  words?: string
  reason?: string
  name?: string
  email?: string
}

const keyOf = (commentId: string) => `ReportDraft:${commentId}`

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
