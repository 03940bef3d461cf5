import { SelectField } from '../../ui/SelectField.tsx'
import { focusAtMount } from '../../ui/first-focus.ts'
import { useDesk } from './desk-context.ts'
import { poolStates, type usePool } from './use-pool.ts'

/** Filter of a list of the pool. */
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
      <SelectField
        label={t('questions.state')}
        value={pool.state}
        options={states.map((name) => [name, t(`questions.state.${name}`)])}
        {...(isPicker && { ref: focusAtMount })}
        onChange={(name) => pool.setState(name as typeof pool.state)}
      />
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
