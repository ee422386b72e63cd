import { stemmer } from "stemmer";

/**
 * Words that stand for one another in a team's lines: tools of one purpose, of which a project takes one; measures of one quantity; and the
 * words of the two languages that lines are written in. A group a line.
 */
const GROUPS = `
jest vitest mocha jasmine ava
playwright cypress selenium puppeteer
npm yarn pnpm bun
webpack vite rollup esbuild turbopack parcel
eslint biome prettier oxlint
tailwind css styled sass scss emotion 스타일 style
redux zustand mobx recoil jotai
react vue svelte angular solid
express fastify koa hono nest
rest graphql grpc trpc
axios fetch ky got
moment dayjs luxon
zod yup joi ajv valibot
prisma drizzle typeorm sequelize knex jooq jpa hibernate mybatis
flyway liquibase alembic migration 마이그레이션 migrate
postgresql postgres mysql mariadb sqlite oracle
redis memcached cache 캐시 캐싱
kafka rabbitmq nats sqs pulsar streams 메시지 message queue 큐
mongodb dynamodb cassandra couchdb
elasticsearch opensearch solr meilisearch
jwt opaque token 토큰
argon bcrypt scrypt pbkdf hash 해시
docker podman containerd container 컨테이너
kubernetes nomad swarm ecs
terraform pulumi cloudformation
jenkins circleci travis actions ci
prometheus datadog grafana newrelic 모니터링 monitoring
sentry bugsnag rollbar
stripe toss adyen braintree paypal
cmake bazel make meson ninja platformio makefile
gradle maven sbt
airflow dagster prefect luigi
spark flink beam dask
pytorch tensorflow jax torch 파이토치 텐서플로
pandas polars duckdb
protobuf flatbuffers msgpack avro thrift json
websocket sse polling 폴링 웹소켓
uuid ulid nanoid snowflake
trunk develop gitflow branch 브랜치
squash merge rebase 병합 머지
monorepo polyrepo
camelcase kebab snake
millisecond ms second sec minute min hour 초 밀리초 분 시간 microsecond
kg gram pound ounce weight 무게
celsius fahrenheit kelvin temperature 온도
meter metre cm km mile 미터 거리 distance
byte kb mb gb kib mib 바이트
cent won dollar euro 원 달러 금액 amount price 가격
percent ratio 퍼센트 비율
utc kst timezone 시간대
token character 글자 문자
login signin 로그인
logout signout 로그아웃
password 비밀번호 패스워드
user 사용자 유저
member 회원
session 세션
cookie 쿠키
order 주문
payment pay 결제
refund 환불
coupon 쿠폰
cart 장바구니
stock inventory 재고
shipping delivery 배송
product 상품
customer 고객
search 검색
index 인덱스 색인
filter 필터
sort 정렬
page 페이지
button 버튼
screen 화면
image 이미지
upload 업로드
download 다운로드
file 파일
folder directory 폴더 디렉터리
path 경로
name 이름
email mail 메일 이메일
notification notify 알림
push 푸시
error 오류 에러
fail failure 실패
success 성공
retry 재시도
timeout 타임아웃
limit 제한 한도
duplicate 중복
lock 락 잠금 잠그 잠깁
transaction 트랜잭션
rollback 롤백
commit 커밋
deploy release 배포 릴리스
build 빌드
test 테스트
log 로그
server 서버
client 클라이언트
database db 데이터베이스
table 테이블
column 컬럼
field 필드
key 키
value 값
default 기본값 기본
config setting 설정
environment env 환경
variable 변수
function 함수
library 라이브러리
version 버전
dependency 의존성
request 요청
response 응답
header 헤더
api 엔드포인트 endpoint
permission role 권한
admin 관리자
data 데이터
batch 배치
sync 동기화
async 비동기
thread 스레드
memory 메모리
disk 디스크
network 네트워크
connection 연결 커넥션
port 포트
schedule cron 스케줄
event 이벤트
model 모델
train 학습
dataset 데이터셋
sensor 센서
battery 배터리
firmware 펌웨어
sleep 슬립
clock 클럭 시계
room 방 룸
match 매칭 매치
player 플레이어
game 게임
snapshot 스냅샷
coordinate 좌표
docs documentation 문서
link 링크
translate 번역
encoding 인코딩
date 날짜
number 숫자 번호
count 개수
delete remove 삭제
create 생성
update 수정 업데이트
save store 저장
load 로드
expire expiry 만료
restart 재시작
stop 중단
start 시작
slow 느림 느립
fast 빠름
round 반올림
split 분할
consumer 컨슈머
partition 파티션
offset 오프셋
component 컴포넌트
package 패키지
discount 할인
tax 세금
address 주소
review 리뷰
invoice 송장 청구서
vendor 벤더 업체
spectator observer 관전 관전자
digest summary 다이제스트 요약
enable on 활성화 켜
disable off 비활성화 꺼
allow permit 허용
block deny 차단 거부
required mandatory 필수
optional 선택
automatic auto 자동
manual 수동
always 항상
never 절대
missing absent 누락
wrong incorrect 잘못
broken crash 죽 깨
warn warning 경고
hang freeze 멈추 멈춥 멈춤
race concurrent 동시
order sequence 순서
empty blank 비어 빈
null undefined 널
cancel 취소
expose leak 노출 유출
encrypt cipher 암호화
sign signature 서명
verify validate check 검증 검사 확인
parse 파싱
serialize encode 직렬화
migrate move 이전 옮
rename 이름변경 바꾸
attempt try 시도
hour daily 매일
week weekly 매주
month monthly 매월
tab 탭
browser 브라우저
mobile 모바일
android 안드로이드
device 기기 디바이스
app 앱
keyboard 키보드
layout 레이아웃
color colour 색 색상
font 글꼴 폰트
dark 다크
modal dialog 모달 팝업
toast 토스트
list 목록 리스트
comment 주석 댓글
ticket issue 티켓 이슈
document spec 명세 사양
schema 스키마
query 쿼리
replica 복제본 리플리카
backup 백업
restore 복구 복원
archive 보관
queue 대기열
worker 워커
job task 작업
pipeline 파이프라인
stage staging 스테이징
production prod 운영 프로덕션
local 로컬
debug 디버그
metric 지표 메트릭
alert 알림
trace 추적
sample 표본 샘플
accuracy 정확도
loss 손실
epoch 에폭
gpu 그래픽
tick 틱
frame 프레임
latency 지연
bandwidth 대역폭
packet 패킷
buffer 버퍼
interrupt 인터럽트
register 레지스터
voltage 전압
calibration 보정
merchant 가맹점
capture 매입
approve approval 승인
settlement 정산
card 카드
bank 은행
currency 통화
receipt 영수증
point 포인트
review rating 후기 평점
category 카테고리
option 옵션
price 가격
sale 판매
seller 판매자
guest 비회원
account 계정
consent 동의
privacy 개인정보
`;

/** The groups of each word, by its stem; of one in Hangul, as it stands. */
const groups = new Map<string, string[]>();
for (const line of GROUPS.trim().split("\n")) {
  const words = line.split(" ");
  for (const word of words) {
    const stem = stemmer(word);
    groups.set(stem, [...(groups.get(stem) ?? []), `^${words[0]}`]);
  }
}

/** Terms for what a stem stands for beside itself; none for most. */
export function meaningsOf(stem: string): readonly string[] {
  return groups.get(stem) ?? [];
}
