import type { Texts } from '../../../domain/texts-by-language.ts'
import { translate } from '../../../i18n/translate.ts'
import { languagesHere } from '../format.ts'
import type { Statements } from '../statement-draft.ts'

/** News in each language, as `UpdateInfoDialog` shows it. */
export const NewsTexts = ({ texts, titles }: { texts: Texts; titles: Statements }) => (
  <div className="news-texts">
    {languagesHere().map((language) => (
      <section key={language} lang={language}>
        <h3>{translate(titles[language])('dialog.updateInfo.title')}</h3>
        {texts[language]?.split(/\n+/).map((line, at) => (
          <p key={at}>{line}</p>
        ))}
      </section>
    ))}
  </div>
)
