CREATE TABLE "idempotency_key" (
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"owner" uuid NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"sealed" text,
	"results" json,
	"user_sids" uuid[] NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_caller_key_pk" PRIMARY KEY("caller","key")
);
--> statement-breakpoint
CREATE INDEX "idempotency_key_created_date_index" ON "idempotency_key" USING btree ("created_date");--> statement-breakpoint
CREATE INDEX "idempotency_key_user_sids_index" ON "idempotency_key" USING gin ("user_sids");