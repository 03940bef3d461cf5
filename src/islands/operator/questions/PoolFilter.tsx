import { focusAtMount } from './focus-at-mount.ts'
import { useDesk } from './desk-context.ts'
import { poolStates, type usePool } from './use-pool.ts'

/** What a list of the pool shows. */
export function PoolFilter({
  pool,
  isPicker = false,
}: {
  pool: ReturnType<typeof usePool>
  isPicker?: boolean
}) {
  const { t } = useDesk()
  const states = poolStates.filter((name) => !isPicker || name !== 'retired')
  return (
    <div className="pool-filter">
      <label className="field">
        <span>{t('questions.state')}</span>
        <select
          value={pool.state}
          ref={isPicker ? focusAtMount : null}
          onChange={({ target }) => pool.setState(target.value as typeof pool.state)}
        >
          {states.map((name) => (
            <option key={name} value={name}>
              {t(`questions.state.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>{t('questions.search')}</span>
        <input
          type="search"
          maxLength={100}
          value={pool.search}
          onChange={({ target }) => pool.setSearch(target.value)}
        />
      </label>
    </div>
  )
}
