import type { Glance } from '../../../contract/glance-schema.ts'
import { goodVitals, type VitalName } from '../../../domain/vitals.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { FigureTable } from './BarChart.tsx'
import { numberText } from '../numbers.ts'

interface Props {
  t: Translate
  figures: Glance
}

/** The slowest routes, and what browsers have reported of pages beside what is good. */
export function GlanceTables({ t, figures: { routes, vitals } }: Props) {
  const shown = (metric: string, value: number) =>
    metric === 'CLS' ? String(value / 1000) : t('glance.ms', { ms: numberText(value) })
  return (
    <div className="glance-charts">
      <section>
        <h3>{t('glance.routes')}</h3>
        {routes.length === 0 ? (
          <p className="field-hint">{t('glance.noRoutes')}</p>
        ) : (
          <FigureTable
            caption={t('glance.routes')}
            head={[t('glance.route'), t('glance.p75'), t('glance.requests'), t('glance.failures')]}
            rows={routes.map(({ route, p75, requests, failures }) => [
              route,
              t('glance.ms', { ms: numberText(p75) }),
              numberText(requests),
              numberText(failures),
            ])}
          />
        )}
      </section>
      <section>
        <h3>{t('glance.vitals')}</h3>
        {vitals.length === 0 ? (
          <p className="field-hint">{t('glance.noVitals')}</p>
        ) : (
          <FigureTable
            caption={t('glance.vitals')}
            head={[
              t('glance.page'),
              t('glance.p75'),
              t('glance.good'),
              t('glance.judgement'),
              t('glance.measurements'),
            ]}
            rows={vitals.map(({ page, metric, p75, measurements }) => {
              const good = goodVitals[metric as VitalName]
              return [
                `${page} ${metric}`,
                shown(metric, p75),
                `≤ ${shown(metric, good)}`,
                t(p75 <= good ? 'glance.isGood' : 'glance.isSlow'),
                numberText(measurements),
              ]
            })}
          />
        )}
      </section>
    </div>
  )
}
