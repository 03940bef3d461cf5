import { gatewayCalls } from '../../contract/calls/gateway.ts'
import type { DeskTopic } from '../../contract/question-desk-schemas.ts'
import { cleanQuestionText, questionTextProblem } from '../../domain/question-pool.ts'
import { formatDate } from '../../i18n/dates.ts'
import { translator } from '../../i18n/server.ts'
import { now } from '../config/clock.ts'
import { createService } from '../http/create-service.ts'
import { notAvailable } from '../http/service.ts'
import { locateService } from '../remote/locate-services.ts'

const { previewCard } = gatewayCalls

/** `POST /service/card`: an editor's preview before the day; never stored. */
export const cardPreview = createService(
  { previewCard },
  {
    async previewCard(c, { text, language, topicId }) {
      // The operator service authorizes the caller and returns the topics.
      const headers = { Authorization: c.req.header('Authorization') ?? '' }
      const response = await locateService('operator', c.env, c.executionCtx).fetch(
        new Request('http://operator/topic', { headers }),
      )
      if (!response.ok) return new Response(response.body, response)
      const { results } = await response.json<{ results: DeskTopic[] }>()
      const topic = results.find((one) => one.topicId === topicId)
      if (!topic) throw notAvailable('topicId')
      const question = cleanQuestionText(text)
      if (questionTextProblem(question, language)) throw notAvailable('text')
      const [{ drawCard }, { MissingGlyph }] = await Promise.all([
        import('./draw-card.ts'),
        import('./glyphs.ts'),
      ])
      try {
        const png = await drawCard(c.env.ASSETS, {
          language,
          question,
          date: formatDate(translator(language), 'theme_date', now(c.env)),
          about: `${topic.category[language]} · ${topic.name[language]}`,
        })
        return new Response(png, { headers: { 'Content-Type': 'image/png' } })
      } catch (error) {
        if (!(error instanceof MissingGlyph || error instanceof RangeError)) throw error
        throw notAvailable('text')
      }
    },
  },
)
