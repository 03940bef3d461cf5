const SETTINGS = `
  SELECT language, hides_echo IS NOT NULL AS hidesEcho, hides_others IS NOT NULL AS hidesOthers
  FROM user WHERE id = ?1`

interface SettingsRow {
  language: string
  hidesEcho: number
  hidesOthers: number
}

/** A person's settings, for their own export. */
export interface ExportedSettings {
  language: string
  /** `docs/product.md#reading-settings` */
  hidesEcho: boolean
  hidesOthers: boolean
}

export async function exportedSettings(env: Env, userId: string): Promise<ExportedSettings | null> {
  const row = await env.DB.prepare(SETTINGS).bind(userId).first<SettingsRow>()
  return row && { ...row, hidesEcho: row.hidesEcho === 1, hidesOthers: row.hidesOthers === 1 }
}
