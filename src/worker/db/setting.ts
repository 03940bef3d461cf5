const READ = 'SELECT value FROM setting WHERE name = ?1'
const WRITE = `
  INSERT INTO setting (name, value) VALUES (?1, ?2)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`

/** What a job remembers: `cron` and `newCases` when it last ran (epoch milliseconds), `figures` a day. */
type SettingName = 'cron' | 'newCases' | 'figures'

export const readSetting = (env: Env, name: SettingName): Promise<string | null> =>
  env.DB.prepare(READ).bind(name).first<string>('value')

export const writeSetting = (env: Env, name: SettingName, value: string): D1PreparedStatement =>
  env.DB.prepare(WRITE).bind(name, value)
