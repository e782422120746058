// The service list of Complementary Law 116/2003 (with LC 157/2016 and 175/2020), shortened and without vetoed items.

const LIST = `
01.01 Análise e desenvolvimento de sistemas
01.02 Programação
01.03 Processamento, armazenamento ou hospedagem de dados, textos, imagens, vídeos, páginas, aplicativos e sistemas
01.04 Elaboração de programas de computador, inclusive jogos eletrônicos
01.05 Licenciamento ou cessão de direito de uso de programas de computação
01.06 Assessoria e consultoria em informática
01.07 Suporte técnico em informática, instalação, configuração e manutenção de programas e bancos de dados
01.08 Planejamento, confecção, manutenção e atualização de páginas eletrônicas
01.09 Disponibilização de áudio, vídeo, imagem e texto pela internet, sem cessão definitiva
02.01 Pesquisa e desenvolvimento de qualquer natureza
03.02 Cessão de direito de uso de marcas e de sinais de propaganda
03.03 Exploração de salões de festas, centros de convenções, escritórios virtuais, estandes, quadras, auditórios e casas de espetáculos
03.04 Locação, sublocação, arrendamento ou passagem de ferrovia, rodovia, postes, cabos, dutos e condutos
03.05 Cessão de andaimes, palcos, coberturas e outras estruturas de uso temporário
04.01 Medicina e biomedicina
04.02 Análises clínicas, patologia, radiologia, quimioterapia, ultrassonografia, ressonância e tomografia
04.03 Hospitais, clínicas, laboratórios, sanatórios, casas de saúde, prontos-socorros e ambulatórios
04.04 Instrumentação cirúrgica
04.05 Acupuntura
04.06 Enfermagem, inclusive serviços auxiliares
04.07 Serviços farmacêuticos
04.08 Terapia ocupacional, fisioterapia e fonoaudiologia
04.09 Terapias destinadas ao tratamento físico, orgânico e mental
04.10 Nutrição
04.11 Obstetrícia
04.12 Odontologia
04.13 Ortóptica
04.14 Próteses sob encomenda
04.15 Psicanálise
04.16 Psicologia
04.17 Casas de repouso e de recuperação, creches e asilos
04.18 Inseminação artificial e fertilização in vitro
04.19 Bancos de sangue, leite, pele, olhos, óvulos e sêmen
04.20 Coleta de sangue, leite, tecidos, sêmen, órgãos e materiais biológicos
04.21 Unidade de atendimento, assistência ou tratamento móvel
04.22 Planos de medicina de grupo ou individual e convênios
04.23 Outros planos de saúde que se cumpram por serviços de terceiros
05.01 Medicina veterinária e zootecnia
05.02 Hospitais, clínicas, ambulatórios e prontos-socorros veterinários
05.03 Laboratórios de análise veterinária
05.04 Inseminação artificial e fertilização in vitro veterinárias
05.05 Bancos de sangue e de órgãos veterinários
05.06 Coleta de sangue, leite, tecidos, sêmen e órgãos veterinários
05.07 Unidade de atendimento ou tratamento móvel veterinário
05.08 Guarda, tratamento, amestramento, embelezamento e alojamento de animais
05.09 Planos de atendimento e assistência médico-veterinária
06.01 Barbearia, cabeleireiros, manicuros e pedicuros
06.02 Esteticistas, tratamento de pele e depilação
06.03 Banhos, duchas, sauna e massagens
06.04 Ginástica, dança, esportes, natação, artes marciais e atividades físicas
06.05 Centros de emagrecimento e spa
06.06 Aplicação de tatuagens e piercings
07.01 Engenharia, agronomia, agrimensura, arquitetura, geologia, urbanismo e paisagismo
07.02 Execução de obras de construção civil, hidráulica ou elétrica, por administração ou empreitada
07.03 Planos diretores, estudos de viabilidade, anteprojetos e projetos de engenharia
07.04 Demolição
07.05 Reparação, conservação e reforma de edifícios, estradas, pontes e portos
07.06 Colocação de tapetes, carpetes, assoalhos, cortinas, vidros, divisórias e placas de gesso
07.07 Recuperação, raspagem, polimento e lustração de pisos
07.08 Calafetação
07.09 Varrição, coleta, remoção, tratamento e destinação de lixo e resíduos
07.10 Limpeza, manutenção e conservação de vias, imóveis, chaminés, piscinas, parques e jardins
07.11 Decoração e jardinagem, inclusive corte e poda de árvores
07.12 Controle e tratamento de efluentes e de agentes físicos, químicos e biológicos
07.13 Dedetização, desinfecção, desinsetização, imunização, higienização e desratização
07.16 Florestamento, reflorestamento, semeadura, adubação e reparação de solo
07.17 Escoramento, contenção de encostas
07.18 Limpeza e dragagem de rios, portos, canais, baías, lagos e represas
07.19 Acompanhamento e fiscalização de obras de engenharia, arquitetura e urbanismo
07.20 Aerofotogrametria, cartografia, mapeamento e levantamentos topográficos
07.21 Pesquisa, perfuração e outros serviços de exploração de petróleo, gás e recursos minerais
07.22 Nucleação e bombardeamento de nuvens
08.01 Ensino regular pré-escolar, fundamental, médio e superior
08.02 Instrução, treinamento, orientação pedagógica e avaliação de conhecimentos
09.01 Hospedagem em hotéis, apart-hotéis, motéis, pensões e ocupação por temporada
09.02 Agenciamento e execução de programas de turismo, passeios, viagens e excursões
09.03 Guias de turismo
10.01 Agenciamento e corretagem de câmbio, seguros, cartões e planos de saúde e previdência
10.02 Agenciamento e corretagem de títulos, valores mobiliários e contratos
10.03 Agenciamento e corretagem de direitos de propriedade industrial, artística ou literária
10.04 Agenciamento e corretagem de arrendamento mercantil, franquia e faturização
10.05 Agenciamento e corretagem de bens móveis ou imóveis
10.06 Agenciamento marítimo
10.07 Agenciamento de notícias
10.08 Agenciamento de publicidade e propaganda
10.09 Representação de qualquer natureza, inclusive comercial
10.10 Distribuição de bens de terceiros
11.01 Guarda e estacionamento de veículos, aeronaves e embarcações
11.02 Vigilância, segurança ou monitoramento de bens, pessoas e semoventes
11.03 Escolta, inclusive de veículos e cargas
11.04 Armazenamento, depósito, carga, descarga, arrumação e guarda de bens
11.05 Monitoramento e rastreamento a distância de veículos, cargas e pessoas
12.01 Espetáculos teatrais
12.02 Exibições cinematográficas
12.03 Espetáculos circenses
12.04 Programas de auditório
12.05 Parques de diversões e centros de lazer
12.06 Boates e táxi-dancing
12.07 Shows, balé, danças, desfiles, bailes, óperas, concertos e festivais
12.08 Feiras, exposições e congressos
12.09 Bilhares, boliches e diversões eletrônicas
12.10 Corridas e competições de animais
12.11 Competições esportivas ou de destreza física ou intelectual
12.12 Execução de música
12.13 Produção de eventos, espetáculos, entrevistas, shows e congêneres
12.14 Fornecimento de música para ambientes
12.15 Desfiles de blocos carnavalescos ou folclóricos e trios elétricos
12.16 Exibição de filmes, entrevistas, musicais, espetáculos e competições
12.17 Recreação e animação, inclusive em festas e eventos
13.02 Fonografia ou gravação de sons, trucagem, dublagem e mixagem
13.03 Fotografia e cinematografia, inclusive revelação, ampliação e cópia
13.04 Reprografia, microfilmagem e digitalização
13.05 Composição gráfica, fotocomposição, clicheria, litografia e impressos personalizados
14.01 Lubrificação, limpeza, revisão, conserto, restauração, blindagem e manutenção de máquinas, veículos e objetos
14.02 Assistência técnica
14.03 Recondicionamento de motores
14.04 Recauchutagem ou regeneração de pneus
14.05 Restauração, acondicionamento, pintura, beneficiamento, lavagem, secagem e tingimento de objetos
14.06 Instalação e montagem de aparelhos, máquinas e equipamentos
14.07 Colocação de molduras
14.08 Encadernação, gravação e douração de livros e revistas
14.09 Alfaiataria e costura com material do usuário final
14.10 Tinturaria e lavanderia
14.11 Tapeçaria e reforma de estofamentos
14.12 Funilaria e lanternagem
14.13 Carpintaria e serralheria
14.14 Guincho intramunicipal, guindaste e içamento
15.01 Administração de fundos, consórcios, cartões, carteiras de clientes e cheques pré-datados
15.02 Abertura e manutenção de contas, cadernetas de poupança e aplicações
15.03 Locação e manutenção de cofres e terminais de atendimento
15.04 Fornecimento ou emissão de atestados de idoneidade e capacidade financeira
15.05 Cadastro, elaboração de ficha cadastral e renovação
15.06 Emissão e fornecimento de avisos, comprovantes e documentos; abono de firmas; transporte de valores
15.07 Acesso, movimentação, atendimento e consulta a contas por qualquer meio
15.08 Emissão, cessão, alteração e registro de contratos de crédito; fianças e avais
15.09 Arrendamento mercantil (leasing) de quaisquer bens
15.10 Cobranças, recebimentos ou pagamentos por conta de terceiros
15.11 Devolução, protesto, sustação e reapresentação de títulos
15.12 Custódia de títulos e valores mobiliários
15.13 Serviços relacionados a operações de câmbio
15.14 Fornecimento, emissão e manutenção de cartões magnéticos, de crédito e de débito
15.15 Compensação de cheques e títulos; serviços de depósito e saque
15.16 Emissão e liquidação de ordens de pagamento e crédito; transferências
15.17 Emissão, devolução, sustação e cancelamento de cheques
15.18 Crédito imobiliário: avaliação, vistoria, análise e emissão de contratos
16.01 Transporte coletivo municipal de passageiros
16.02 Outros transportes de natureza municipal
17.01 Assessoria ou consultoria, análise, exame, pesquisa, coleta e fornecimento de dados e informações
17.02 Datilografia, digitação, estenografia, expediente, secretaria, redação, edição, tradução e apoio administrativo
17.03 Planejamento, coordenação, programação ou organização técnica, financeira ou administrativa
17.04 Recrutamento, agenciamento, seleção e colocação de mão de obra
17.05 Fornecimento de mão de obra, mesmo temporária
17.06 Propaganda e publicidade, promoção de vendas e planejamento de campanhas
17.08 Franquia (franchising)
17.09 Perícias, laudos, exames técnicos e análises técnicas
17.10 Planejamento, organização e administração de feiras, exposições e congressos
17.11 Organização de festas e recepções; bufê
17.12 Administração em geral, inclusive de bens e negócios de terceiros
17.13 Leilão
17.14 Advocacia
17.15 Arbitragem de qualquer espécie, inclusive jurídica
17.16 Auditoria
17.17 Análise de organização e métodos
17.18 Atuária e cálculos técnicos de qualquer natureza
17.19 Contabilidade, inclusive serviços técnicos e auxiliares
17.20 Consultoria e assessoria econômica ou financeira
17.21 Estatística
17.22 Cobrança em geral
17.23 Assessoria, análise, cadastro e administração de contas a receber ou a pagar em operações de faturização
17.24 Palestras, conferências e seminários
17.25 Inserção de textos, desenhos e materiais de propaganda e publicidade em qualquer meio
18.01 Regulação de sinistros, inspeção e avaliação de riscos de seguros
19.01 Distribuição e venda de bilhetes de loteria, bingos, cartões, apostas, sorteios e prêmios
20.01 Serviços portuários, ferroportuários e de movimentação de passageiros e mercadorias
20.02 Serviços aeroportuários
20.03 Serviços de terminais rodoviários, ferroviários e metroviários
21.01 Registros públicos, cartorários e notariais
22.01 Exploração de rodovia mediante cobrança de preço ou pedágio
23.01 Programação e comunicação visual e desenho industrial
24.01 Chaveiros, carimbos, placas, sinalização visual, banners e adesivos
25.01 Funerais, fornecimento de caixão, urna e flores
25.02 Translado intramunicipal e cremação de corpos
25.03 Planos ou convênio funerários
25.04 Manutenção e conservação de jazigos e cemitérios
25.05 Cessão de uso de espaços em cemitérios para sepultamento
26.01 Coleta, remessa ou entrega de correspondências, documentos e objetos
27.01 Assistência social
28.01 Avaliação de bens e serviços de qualquer natureza
29.01 Biblioteconomia
30.01 Biologia, biotecnologia e química
31.01 Serviços técnicos em edificações, eletrônica, mecânica e telecomunicações
32.01 Desenhos técnicos
33.01 Desembaraço aduaneiro, comissários e despachantes
34.01 Investigações particulares e detetives
35.01 Reportagem, assessoria de imprensa, jornalismo e relações públicas
36.01 Meteorologia
37.01 Artistas, atletas, modelos e manequins
38.01 Museologia
39.01 Ourivesaria e lapidação com material do tomador
40.01 Obras de arte sob encomenda`

export interface ServiceItem {
  /** '01.07' */
  item: string
  /** National code, six digits: item, subitem and its breakdown, '01' where there is only one. */
  code: string
  description: string
}

export const SERVICE_LIST: readonly ServiceItem[] = LIST.trim()
  .split('\n')
  .map(line => ({ item: line.slice(0, 5), code: `${line.slice(0, 2)}${line.slice(3, 5)}01`, description: line.slice(6) }))

const BY_ITEM = new Map(SERVICE_LIST.map(each => [each.item.replace('.', ''), each]))

/** By item ('1.07', '01.07', '107') or by any national code ('010702'); undefined when the law has no such item. */
export function findServiceItem(text: string): ServiceItem | undefined {
  const digits = text.replace(/\D/g, '')
  const code = digits.length === 3 || digits.length === 5 ? `0${digits}` : digits
  const found = BY_ITEM.get(code.slice(0, 4))
  if (!found || (code.length !== 4 && code.length !== 6)) return undefined
  return code.length === 6 ? { ...found, code } : found
}

/** The ceiling of the ISS (LC 116, art. 8), in percent: suggested until the city's own rate is known. */
export const HIGHEST_ISS_PERCENT = 5
