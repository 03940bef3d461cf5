import type { PoolQuestion } from '../../../contract/question-desk-schemas.ts'
import { useDesk } from './desk-context.ts'
import { PoolFilter } from './PoolFilter.tsx'
import { PoolLine } from './PoolLine.tsx'
import { usePool } from './use-pool.ts'
import { refusalText } from './question-text.ts'

interface Props {
  onPick: (question: PoolQuestion) => void
  onCancel: () => void
}

/** Chooses a question of the pool for a day. */
export function PoolPicker({ onPick, onCancel }: Props) {
  const { t } = useDesk()
  const pool = usePool()
  return (
    <div className="pool-picker">
      <PoolFilter pool={pool} isPicker />
      {pool.failure && <p className="form-error">{refusalText(t, pool.failure)}</p>}
      {pool.list?.length === 0 && <p className="field-hint">{t('questions.empty')}</p>}
      <ul className="pool-list" role="list" aria-busy={!pool.list}>
        {pool.list?.map((one) => (
          <li key={one.poolId}>
            <button type="button" className="pool-line" onClick={() => onPick(one)}>
              <PoolLine one={one} />
            </button>
          </li>
        ))}
      </ul>
      <div className="questions-actions">
        {pool.more && (
          <button type="button" className="button button-quiet" onClick={pool.more}>
            {t('questions.more')}
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={onCancel}>
          {t('questions.cancel')}
        </button>
      </div>
    </div>
  )
}
